# Cortex for Nix, of this checkout:
#
#	nix-build packaging
#
# Tried with nix-instantiate --parse 2.8.0 of Debian 12; not built yet.
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation {
  pname = "cortex";
  version = "0.1.0";
  src = ../.;
  nativeBuildInputs = [ pkgs.makeWrapper pkgs.pkg-config ];
  buildInputs = [
    pkgs.libstemmer
    pkgs.libyaml
    pkgs.md4c
    pkgs.tomlplusplus
    pkgs.utf8proc
    pkgs.xxHash
    pkgs.zlib
  ];
  makeFlags = [ "PREFIX=${placeholder "out"}" ];
  enableParallelBuilding = true;
  # cx is sh, and starts jq.
  postInstall = ''
    wrapProgram $out/bin/cx --prefix PATH : ${pkgs.lib.makeBinPath [ pkgs.jq ]}
  '';
  meta = {
    description = "Memory of Markdown files for AI agents and people";
    license = pkgs.lib.licenses.mit;
    mainProgram = "cx";
    platforms = pkgs.lib.platforms.linux;
  };
}

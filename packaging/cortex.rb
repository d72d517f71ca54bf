# Cortex for Homebrew, of what `make dist` has packed: put its address and
# its SHA-256 below.  On Linux, with Homebrew:
#
#	brew install --build-from-source ./packaging/cortex.rb && brew test cortex
#
# Tried with `ruby -c` of Debian 12, not with Homebrew yet.
class Cortex < Formula
  desc "Memory of Markdown files for AI agents and people"
  url "file:///path/to/cortex-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "tomlplusplus" => :build
  depends_on "xxhash" => :build
  depends_on "jq"
  depends_on "libyaml"
  # The flags of the linker are those of GNU's.
  depends_on :linux
  depends_on "md4c"
  depends_on "snowball"
  depends_on "utf8proc"
  depends_on "zlib"

  def install
    system "make", "PREFIX=#{prefix}"
    system "make", "PREFIX=#{prefix}", "install"
  end

  test do
    (testpath/"v/cortex.toml").write ""
    (testpath/"v/p.md").write "# Plants\n\nWater them.\n"
    system bin/"cx", "-C", testpath/"v", "rebuild"
    assert_match "Plants", shell_output("#{bin}/cx -C #{testpath}/v search water")
  end
end

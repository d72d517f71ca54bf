"""setup.py: a server that was not started in a vault, as clients do it: in /,
in HOME, in a repository; and projects that are not as they should be."""
import os
import re
import subprocess

from client import Server, check, done, equal

WHY = "Nobody could say later why it was decided so"
FACT = {"content": "The okapi of server db7 is fed at 06:00 because the "
        "database cache is warm then.", "type": "learning", "reason": WHY}
home = os.path.abspath("home")
os.makedirs("home/repo/.git")
os.makedirs("home/notes/.cortex")
with open("home/notes/one.md", "w") as f:
    f.write("---\nid: one\nname: One\ntype: lesson\n---\nA tapir sleeps.\n")


def server(*args, cwd="home/repo", **env):
    s = Server(*args, cwd=cwd, env=dict({"HOME": home}, **env))
    s.start()
    return s


# --- no vault: a model is told what to say, and nothing that it might run ---
for cwd in "/", home, "home/repo":
    s = server(cwd=cwd)
    for tool, args in (("search_memories", {"query": "x"}), ("recall", {}),
                       ("save_memory", FACT), ("memory_status", {}),
                       ("read_memories", {"ids": ["x"]})):
        r = s.call(tool, args)
        text = r["content"][0]["text"]
        check(r.get("isError") and text.startswith("NO_VAULT: ") and
              "Tell the user" in text and "cx agent install NAME" in text and
              "Do not make a vault" in text and os.path.abspath(cwd) in text
              and not re.search(r"cx init|make one|mkdir|-C DIR", text),
              "no vault, in %s: %s" % (cwd, tool), text)
    for method, params in (("resources/list", {}),
                           ("resources/read", {"uri": "cortex:///one"}),
                           ("prompts/get", {"name": "context"})):
        r = s.ask(method, params)
        check(r["error"]["code"] == -32603 and
              r["error"]["message"].startswith("NO_VAULT: "),
              "no vault, in %s: %s" % (cwd, method), r)
    equal(s.ask("prompts/get", {"name": "remember"})["result"]["messages"][0]
          ["role"], "user", "no vault: what needs none works")
    equal(len(s.ask("tools/list")["result"]["tools"]) > 5, True,
          "no vault: the tools are listed")
    s.end()
equal(os.listdir("home/repo"), [".git"], "nothing was made")

# --- the vault, as settings name it ---
for args, env in ((("--vault", home + "/notes"), {}),
                  (("-C", home + "/notes"), {}), (("--vault=~/notes",), {}),
                  (("-C", "~/notes"), {}),
                  ((), {"CORTEX_VAULT": "~/notes"}),
                  ((), {"CORTEX_VAULT": home + "/notes"})):
    for cwd in "/", "home/repo":
        s = server(*args, cwd=cwd, **env)
        equal(s.good("memory_status", {"project": "*"})["atoms"], 1,
              "%s %s in %s" % (args, env, cwd))
        s.end()
s = server("--vault", "~", cwd="/", HOME=home + "/notes")
equal(s.good("memory_status")["atoms"], 1, "--vault ~")
s.end()
for args, env, said in (
        (("--vault", "/no/where"), {}, "'/no/where' (from --vault): "),
        (("-C", "~/nowhere"), {}, "'%s/nowhere' (from --vault): " % home),
        (("--vault", "~nobody/x"), {}, "(from --vault): "),
        ((), {"CORTEX_VAULT": "~/nowhere"},
         "'%s/nowhere' (from CORTEX_VAULT): " % home)):
    s = server(*args, **env)
    text = s.call("memory_status")["content"][0]["text"]
    check(text.startswith("BAD_CONFIG: ") and said in text and
          "-C)" not in text, "%s %s: what is wrong" % (args, env), text)
    s.end()

# --- a list of projects that lacks the one detected ---
with open("home/notes/cortex.toml", "w") as f:
    f.write('[projects]\nnames = ["api", "web", "ops", "meta"]\n')
for cwd in "home/notes", "home/repo", "/":
    s = server("--vault", home + "/notes", cwd=cwd)
    for tool, args in (("search_memories", {"query": "tapir"}),
                       ("recall", {}), ("get_memories", {}),
                       ("memory_status", {}), ("list_projects", {}),
                       ("read_memories", {"ids": "one"}),
                       ("update_memory", {"memory_id": "one",
                                          "importance": 6})):
        r = s.call(tool, args)
        check(not r.get("isError"), "unlisted, in %s: %s" % (cwd, tool), r)
    equal(len(s.good("search_memories", {"query": "tapir"})["memories"]), 1,
          "unlisted, in %s: found" % cwd)
    if cwd != "/":
        for tool, args in (("save_memory", FACT), ("capture", {
                "type": "manual", "content": "x"})):
            text = s.call(tool, args)["content"][0]["text"]
            check(text.startswith("NO_PROJECT: project '%s' " %
                                  os.path.basename(cwd)) and
                  text.endswith("give project: api, web, ops or meta"),
                  "unlisted, in %s: %s" % (cwd, tool), text)
    for tool, args in (("save_memory", FACT),
                       ("update_memory", {"memory_id": "one"}),
                       ("supersede_memory", {
                           "memory_id": "one", "content": FACT["content"],
                           "reason": WHY})):
        text = s.call(tool, dict(args, project="shop"))["content"][0]["text"]
        check(text.startswith("INVALID_ARGUMENT: project 'shop'") and
              text.endswith("give project: api, web, ops or meta"),
              "a project that is not listed, in %s: %s" % (cwd, tool), text)
    s.end()
s = server("--vault", home + "/notes")
equal(s.good("save_memory", dict(FACT, project="ops"))["project"], "ops",
      "one that is listed")
s.end()
done()

# Checks an input: exit status 42 if the answers are clean and lead to the end of a game.
script = sys.stdin.buffer.read().decode("utf-8", "replace")
lines = script.split("\n")[:-1]
clean = script.endswith("\n") and script.isascii() and 0 < len(lines) <= 400
clean = clean and all(len(line) <= 100 and line == line.strip() for line in lines)
dialogue = Dialogue()
for line in lines if clean else ():
    if dialogue.over():
        clean = False  # answers after the end
        break
    dialogue.receive(line)
sys.exit(42 if clean and dialogue.over() else 43)

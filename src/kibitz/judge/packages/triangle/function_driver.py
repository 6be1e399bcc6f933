# Calls the function of a program with boards, and prints what it returns as a line of JSON.
# Arguments: the file of the program, the name of the function, and boards such as 110…1.
import json
import os
import runpy
import sys

path, name, *boards = sys.argv[1:]
sys.path.insert(0, os.path.dirname(path))


def results():
    names = runpy.run_path(path, run_name="solitaire")
    if name not in names:
        return None
    if "Plateau" in names:
        make = names["Plateau"]
    else:
        import plateau

        make = plateau.Plateau
    return [result_of(names[name], make(), board) for board in boards]


def result_of(function, plat, board):
    plat.cases = [int(content) for content in board]
    try:
        return {"returned": function(plat)}
    except (Exception, RecursionError) as error:
        return {"error": f"{type(error).__name__}: {error}"}


found = results()
print("\n" + json.dumps(found, default=repr))

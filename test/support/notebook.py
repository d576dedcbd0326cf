"""
Runs the cells of the notebook at argv[1] as Jupyter would, one after the other, then the expression argv[2], whose value is
called documented, and prints the tables that argv[3:] name as JSON.
"""
import json
import sys

path, expression, *names = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    notebook = json.load(file)
scope = {"__name__": "__main__"}
for cell in notebook["cells"]:
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), path, "exec"), scope)
scope["documented"] = eval(expression, scope)
print(json.dumps({name: json.loads(scope[name].to_json(orient="table", double_precision=12, date_format="iso"))["data"] for name in names}))

"""same_chunks.py WORK --pack PATH... -- NAME...: whether `terrane generate` writes the same bytes with
the engines cpp and cuda-host, for the chunks -1 to 1 of each dimension batch:NAME."""

import filecmp
import json
import os
import shutil
import subprocess
import sys

work, *options = sys.argv[1:]
split = options.index("--")
names = options[split + 1:]
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(work, "cache"))
whole = 0
for name in names:
    files = []
    for engine in ("cpp", "cuda-host"):
        files.append(os.path.join(work, f"{name}.{engine}"))
        result = subprocess.run(
            ["terrane", "generate", "--engine", engine, "--seed", "1", *options[:split],
             "--dimension", f"batch:{name}", "--chunks=-1,-1,1,1", "--json", "-o", files[-1]],
            capture_output=True, text=True, env=environment)
        if result.returncode:
            sys.exit(f"{name}, {engine}: exit {result.returncode}\n{result.stdout}{result.stderr}")
    if not filecmp.cmp(*files, shallow=False):
        sys.exit(f"{name}: other chunks; see {files[0]} and {files[1]}")
    whole += json.loads(result.stdout)["batched"] == 9
print(f"{len(names)} dimensions, {whole} made in batches as a whole, the same bytes")

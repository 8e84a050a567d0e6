"""gunzip.py FROM TO: unpacks a gzip file."""

import gzip
import shutil
import sys

with gzip.open(sys.argv[1]) as packed, open(sys.argv[2], "wb") as plain:
    shutil.copyfileobj(packed, plain)

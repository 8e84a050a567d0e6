#!/usr/bin/env python3
"""refusing.py verify engines ... NAME...    in the place of terrane: refuses every function whose
                                          number is a multiple of REFUSE_EVERY
"""

import os
import sys


def main():
    every = int(os.environ["REFUSE_EVERY"])
    names = [word for word in sys.argv if word.startswith("fuzz:")]
    refused = sum(int(name[6:]) % every == 0 for name in names)
    print(f"compared {len(names) - refused} functions, {refused} refused")
    if refused == len(names):
        print("error: the files hold nothing to compare", file=sys.stderr)
        return 2
    print(f"verified {9 * (len(names) - refused)} values, 0 mismatches")
    return 0


if __name__ == "__main__":
    sys.exit(main())

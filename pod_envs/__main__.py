"""`python -m pod_envs` is the command `pod-envs`."""

import sys

from pod_envs.cli import main

if __name__ == "__main__":
    sys.exit(main())

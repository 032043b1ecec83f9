"""The local stack: real servers as ordinary packages, no root, no container."""

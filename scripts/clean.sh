#!/bin/sh
# Removes built files: .build/, and files of an installation from inside the checkout.

cd "$(dirname "$0")/.." || exit 1

rm -rf .build ./*.Rcheck ./manycore_*.tar.gz
if [ -d src ]; then
  find src \( -name '*.o' -o -name '*.so' -o -name '*.a' \) -exec rm -f {} +
  rm -f src/Makevars src/mc_config.h
fi
if [ -f tests/c/Makefile ]; then (cd tests/c && make clean); fi

# Compiles in a copy of the folder $1, by the command that follows, and prints the files that it makes in ../out: for each its
# name and its size, a line each, and its bytes. A first line `ready` says that the compiler was reached. By the variables, GCC and
# Clang list in .read what they read.
set -e
folder=$TMPDIR/.toolkit-compile
# A precompiled header lies in a folder.
mkdir -p "$folder/out/bits"
cp -R "$1" "$folder/src"
cd "$folder/src"
shift
export SUNPRO_DEPENDENCIES=../out/.read CC_PRINT_HEADERS=1 CC_PRINT_HEADERS_FILE=../out/.read
echo ready
"$@" >&2 </dev/null
cd ../out
# Classes of a package lie in folders.
for file in .read * */* */*/* */*/*/* */*/*/*/* */*/*/*/*/*; do
    [ -f "$file" ] || continue
    printf '%s\n' "$file"
    wc -c <"$file"
    cat "$file"
done

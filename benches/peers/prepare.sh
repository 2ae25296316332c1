# Makes, in the current folder, what `works.tsv` runs on. Called with the checkout.
set -euo pipefail
baselines="$1/benches/baselines"
shopt -s expand_aliases
alias compile='c++ -O2 -std=c++17'

compile -o strong "$baselines/strong.cpp"
compile -o grundy "$baselines/grundy.cpp"
cc -O2 -o vfork_loop "$baselines/vfork_loop.c"
"$toolkit" gen matches -p heaps=5000000 >matches.in 2>notes
"$toolkit" gen nim-check -p cases=10000 -p heaps=400..=600 -p heap=0..=1000000000 >nim-check.in 2>notes

# Tiny tests, and tests of five megabytes.
echo '#include <cstdio>
int main() { std::puts("ok"); }' >trivial.cpp
compile -o trivial trivial.cpp
mkdir -p tiny tiny-oj large talks valid/data/secret valid/input_validators
for number in {1..200}; do
    echo 1 >"tiny/$number.in"
    echo ok >"tiny/$number.ans"
    cp "tiny/$number.in" tiny-oj
    cp "tiny/$number.ans" "tiny-oj/$number.out"
    : >"valid/data/secret/$number.ans"
done
echo '#include <cstdio>
static char block[1 << 16];
int main() { while (size_t bytes = std::fread(block, 1, sizeof block, stdin)) std::fwrite(block, 1, bytes, stdout); }' >copy.cpp
compile -o copy copy.cpp
head -c 5000000 matches.in >large/1.in
for number in {2..30}; do cp large/1.in "large/$number.in"; done
for number in {1..30}; do cp large/1.in "large/$number.ans"; done

# A dialogue of a thousand questions, with the exit codes of Kattis.
echo '#include <cstdio>
int main() { int n; for (int i = 0; i < 1000; i++) { std::printf("%d\n", i); std::fflush(stdout); if (std::scanf("%d", &n) != 1) return 1; } }' >asks.cpp
echo '#include <cstdio>
int main() { int n; for (int i = 0; i < 1000; i++) { if (std::scanf("%d", &n) != 1 || n != i) return 43; std::printf("%d\n", n + 1); std::fflush(stdout); } return 42; }' >answers.cpp
compile -o asks asks.cpp
compile -o answers answers.cpp
for number in {1..50}; do
    echo "$number" >"talks/$number.in"
    : >"talks/$number.ans"
done
mkfifo to_answers to_asks

# A validator, and a program that is edited before each run.
echo '#include <cstdio>
int main() { int a, b; char end; return std::scanf("%d%d%c", &a, &b, &end) == 3 && end == 10 ? 42 : 43; }' >validator.cpp
compile -o validator validator.cpp
cp validator.cpp valid/input_validators
printf 'problem_format_version: 2025-09\nname: Valid\n' >valid/problem.yaml
{ echo '#include <bits/stdc++.h>' && cat "$1/problems/john/submissions/accepted/int.cpp"; } >john.cpp
"$toolkit" gen john --family mixed --count 20 -o john-tests 2>notes
compile -o john john.cpp

# A package with ten programs.
"$toolkit" export john --format icpc -o package/ 2>notes
"$toolkit" export john --format icpc-legacy -o package-legacy/ 2>notes

# Takes the period off a heap one at a time: up to 10^9 / (L + R) steps.
n, least, most = map(int, input().split())
total = 0
for heap in map(int, input().split()):
    while heap >= least + most:
        heap -= least + most
    total ^= heap // least
print("First" if total else "Second")

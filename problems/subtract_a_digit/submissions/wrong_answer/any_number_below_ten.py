# Takes the numbers below ten for the only ones that are won.
# 只把小于 10 的数当作必胜
n = int(input())
print(f"1\n{n}" if n < 10 else "2")

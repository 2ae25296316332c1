# Takes the numbers below ten for the only ones that are won.
n = int(input())
print(f"1\n{n}" if n < 10 else "2")

#!/bin/sh
# A player of Nim. With `perfect`, it never errs; else it always takes one stone from the first heap.
player=PLAYER
put() {
  n= i=0
  for h in $heaps; do i=$((i + 1)); [ $i = $1 ] && h=$2; n="$n $h"; done
  heaps=$n
}
left() {
  for h in $heaps; do [ $h -gt 0 ] && return 0; done
  return 1
}
go() {
  left || return
  x=0 big=0 ones=0 k=0 i=0
  for h in $heaps; do
    x=$((x ^ h))
    [ $h -gt 1 ] && big=$((big + 1))
    [ $h = 1 ] && ones=$((ones + 1))
  done
  if [ $player = perfect ]; then
    for h in $heaps; do
      i=$((i + 1))
      if [ $rule = misere ] && [ $big -le 1 ]; then
        [ $h -gt 1 ] && k=$i t=$((1 - ones % 2))
        [ $big = 0 ] && [ $h = 1 ] && k=$i t=0
      elif [ $((h ^ x)) -lt $h ]; then
        k=$i t=$((h ^ x))
      fi
    done
  fi
  i=0
  if [ $k = 0 ]; then
    for h in $heaps; do
      i=$((i + 1))
      [ $k = 0 ] && [ $h -gt 0 ] && k=$i t=$((h - 1))
    done
  fi
  put $k $t
  echo move $k $t
}
while read -r word rest; do
  case $word in
    rule) rule=$rest;;
    seat) seat=$rest;;
    position) heaps=$rest; [ $seat = first ] && go;;
    move) put $rest; go;;
    end) exit 0;;
  esac
done

#include <stdio.h>
int main(void){int t;scanf("%d",&t);while(t--){int n;scanf("%d",&n);while(n--){unsigned h;scanf("%u",&h);}puts("John");}}

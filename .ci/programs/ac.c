#include <stdio.h>
int main(void){int t;scanf("%d",&t);while(t--){int n;scanf("%d",&n);unsigned x=0;int big=0;for(int i=0;i<n;i++){unsigned h;scanf("%u",&h);x^=h;big|=h>1;}puts((big?x!=0:n%2==0)?"John":"Brother");}}

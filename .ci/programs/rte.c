#include <stdio.h>
int main(void){volatile int *p=0;fprintf(stderr,"going down\n");return *p;}

#include <stdlib.h>
#include <string.h>
int main(void){for(;;){char*p=malloc(1<<24);if(!p)return 7;memset(p,1,1<<24);}}

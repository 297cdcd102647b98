/* */ typedef int gh_empty;

/* Reads the arguments. */
#include "launcher.h"

void read_arguments(char **words, Launch *launch) {
  OptionReader reader = {0};
  launch->own = words;
  while (words[launch->own_count] != NULL && !launch->has_separator) {
    if (read_option(&reader, &launch->options, words[launch->own_count])) {
      launch->own_count += 1;
    } else {
      launch->has_separator = true;
    }
  }
  launch->command = words + launch->own_count + (launch->has_separator ? 1 : 0);
  finish_options(&reader, &launch->options, launch->has_separator);
}

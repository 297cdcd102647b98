# The system's log: a datagram socket, as syslog and the journal have it.
#   perl system-log.pl SOCKET reads  prints each datagram as a line
#   perl system-log.pl SOCKET full   reads nothing; its queue is full
# Its first line says that it is ready.
use strict;
use warnings;
use Socket qw(AF_UNIX SOCK_DGRAM MSG_DONTWAIT pack_sockaddr_un);

my ($path, $mode) = @ARGV;
my $address = pack_sockaddr_un($path);
socket(my $log, AF_UNIX, SOCK_DGRAM, 0) or die "socket: $!";
bind($log, $address) or die "bind: $!";
chmod(0666, $path) or die "chmod: $!";
$| = 1;

if ($mode eq 'full') {
  socket(my $sender, AF_UNIX, SOCK_DGRAM, 0) or die "socket: $!";
  1 while defined(send($sender, 'x', MSG_DONTWAIT, $address));
}
print "ready\n";
if ($mode eq 'full') { sleep(600); exit; }
while (defined(recv($log, my $datagram, 65536, 0))) {
  print "$datagram\n";
}

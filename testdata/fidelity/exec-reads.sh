echo before
exec cat
this is read by cat

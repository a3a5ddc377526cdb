"""From self-play to a network in the search: reads what `melee learn data` writes, trains, and writes nets in integers.

`docs/learning.md` tells the way with its commands; the modules are its steps:

data        reads the files of positions
baselines   what a net has to beat without any training
model       the network in JAX, in the units of its integers
trainer     one net from data and settings, the same net from the same seed
integer     the integer network in numpy, bit for bit what Melee computes
netfile     a net as a safetensors file
card        what a person should know about a net
many        several nets in one go, for a machine with little time
loop        data, training and a match, again and again
"""

"""One module for each format of a file: its problems, as (rule, value found, offset).

kinds        format of bytes, by content
tensor_files safetensors, GGUF, through muster.tensors
arrays       npy
documents    JSON and YAML: Keras, tokenizers, remote code, skops; XML
values       objects with repeated keys, and bytes in texts
yamls        YAML by the events of its loader
settings     configurations of Python's logging
targets      names that loaders of configurations import and call
texts        bytes as text readers decode them
templates    Jinja
patterns     regular expressions that may take exponential time
protobufs    ONNX
graphs       TensorFlow's graphs, as bytes and as text
messages     ONNX, Caffe and Triton in text form
graph_paths  paths that a graph saves to or restores from: the caller's, or its own
hdf5         HDF5 files, by their bytes and by their structure
code         TorchScript
shells       shell commands that run what they fetch
notebooks    cells of Python, and shell lines in them
secrets      keys and passwords
python       Python source by its syntax tree: the names it reaches
tables       Parquet and Arrow: columns, and types that metadata asks for
data         formats of numbers and texts, recognised by structure
"""

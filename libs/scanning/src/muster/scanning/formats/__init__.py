"""One module for each format of a file: its problems, as (rule, value found, offset).

kinds        format of bytes, by content
tensor_files safetensors, GGUF, through muster.tensors
arrays       npy
documents    JSON and YAML: Keras, tokenizers, remote code, skops; XML
values       objects with repeated keys, and bytes in texts
yamls        YAML by the events of its loader
targets      names that loaders of configurations import and call
texts        bytes as text readers decode them
templates    Jinja
protobufs    ONNX
graphs       TensorFlow's graphs, as bytes and as text
hdf5         texts and links in HDF5 files, by their bytes
hdf5_objects the same by their structure: groups, links, attributes, values elsewhere
hdf5_storage heaps and trees that store those
code         TorchScript
shells       shell commands that run what they fetch
notebooks    cells of Python, and shell lines in them
secrets      keys and passwords
python       Python source by its syntax tree: the names it reaches
tables       Parquet and Arrow: columns, and types that metadata asks for
data         formats of numbers and texts, recognised by structure
"""

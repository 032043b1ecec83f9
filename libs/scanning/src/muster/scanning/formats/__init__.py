"""One room for each thing that a file can be: what is wrong with it, as (rule, what stands there, where).

kinds        what bytes are, by themselves
tensor_files safetensors, GGUF, through muster.tensors
arrays       npy
documents    JSON: Keras, tokenizers, remote code, skops; YAML, XML
templates    Jinja
protobufs    ONNX, SavedModel
hdf5         what HDF5 files say in text, and where they point, by their bytes
hdf5_objects the same by their structure: groups, links, attributes, values elsewhere
hdf5_storage heaps and trees that those lie in
code         Python, TorchScript, shells, notebooks
secrets      keys and passwords
python       Python source by its syntax tree: the names it reaches
tables       Parquet and Arrow: columns, and types that metadata asks for
data         formats that hold numbers and texts, known by their structure
"""

"""One module for each format of a file: its problems, as (rule, value found, offset).

kinds        what bytes are, by themselves
tensor_files safetensors, GGUF, through muster.tensors
arrays       npy
documents    JSON and YAML: Keras, tokenizers, remote code, skops; XML
values       objects whose keys come twice, bytes that texts carry
yamls        YAML by the events of its loader
targets      names that configurations have their loaders import and call
texts        bytes as readers of texts decode them
templates    Jinja
protobufs    ONNX
graphs       TensorFlow's graphs, as bytes and as text
hdf5         texts and links in HDF5 files, by their bytes
hdf5_objects the same by their structure: groups, links, attributes, values elsewhere
hdf5_storage heaps and trees that store those
code         TorchScript
shells       shell that runs what it fetches
notebooks    cells of Python, and lines for the shell in them
secrets      keys and passwords
python       Python source by its syntax tree: the names it reaches
tables       Parquet and Arrow: columns, and types that metadata asks for
data         formats that hold numbers and texts, known by their structure
"""

"""Files of TensorFlow and Keras: SavedModel, checkpoints, records, TFLite."""
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalSubscript=false

from __future__ import annotations

import numpy as np
import tensorflow as tf


def write_tensorflow(forms) -> None:
    """Folders with graphs and variables."""
    keras = tf.keras
    network = keras.Sequential(
        [keras.layers.Input((3,)), keras.layers.Dense(2, activation="relu"), keras.layers.Dense(1)]
    )
    network.compile("adam", "mse")
    network.fit(np.ones((4, 3)), np.ones((4, 1)), verbose=0)

    class Module(tf.Module):
        def __init__(self):
            super().__init__()
            self.weights = tf.Variable([1.0, 2.0])

        @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
        def __call__(self, x):
            return x * self.weights

    def checkpoint(path):
        path.mkdir(parents=True)
        tf.train.Checkpoint(model=network, step=tf.Variable(3)).save(str(path / "ckpt"))

    def records(path):
        with tf.io.TFRecordWriter(str(path)) as writer:
            for index in range(3):
                feature = {"a": tf.train.Feature(int64_list=tf.train.Int64List(value=[index]))}
                writer.write(
                    tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()
                )

    def events(path):
        with tf.summary.create_file_writer(str(path)).as_default():
            tf.summary.scalar("loss", 0.5, step=1)

    module = Module()
    forms.by("tensorflow-cpu", "saved-module", lambda p: tf.saved_model.save(module, str(p)))
    forms.by("tensorflow-cpu", "saved-keras", lambda p: network.export(str(p), verbose=False))
    forms.by("tensorflow-cpu", "checkpoint", checkpoint)
    forms.by("tensorflow-cpu", "records.tfrecord", records)
    forms.by("tensorflow-cpu", "logs", events)
    forms.by(
        "tensorflow-cpu",
        "model.tflite",
        lambda p: p.write_bytes(
            tf.lite.TFLiteConverter.from_concrete_functions(
                [module.__call__.get_concrete_function()]
            ).convert()
        ),
    )
    forms.by("keras", "keras.keras", network.save)
    forms.by("keras", "keras.h5", network.save)
    forms.by("keras", "keras.weights.h5", network.save_weights)
    forms.by("keras", "keras.json", lambda p: p.write_text(network.to_json()))
    forms.by(
        "tensorflow-cpu",
        "graph.pb",
        lambda p: p.write_bytes(
            module.__call__.get_concrete_function().graph.as_graph_def().SerializeToString()
        ),
    )

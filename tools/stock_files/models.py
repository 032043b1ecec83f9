"""Models of language, graphs, statistics and others."""
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalSubscript=false

from __future__ import annotations

import numpy as np
import pandas as pd

SENTENCES = [["a", "cat", "sat"], ["the", "dog", "ran"], ["a", "dog", "sat"]] * 4
CHANCE = np.random.default_rng(0)
ROWS = CHANCE.random((30, 3)).round(2)
NUMBERS = ROWS.sum(axis=1) + CHANCE.random(30)


def write_gensim(forms) -> None:
    """Vectors of words, topics, phrases: as gensim saves them, and as pickles."""
    from gensim import corpora, models
    from gensim.models.phrases import Phraser, Phrases

    quiet = {"vector_size": 4, "min_count": 1, "workers": 1, "epochs": 1}
    dictionary = corpora.Dictionary(SENTENCES)
    bags = [dictionary.doc2bow(each) for each in SENTENCES]
    tagged = [models.doc2vec.TaggedDocument(words, [index]) for index, words in enumerate(SENTENCES)]
    phrases = Phrases(SENTENCES, min_count=1, threshold=0.1)
    made = {
        "word2vec": models.Word2Vec(SENTENCES, **quiet),
        "fasttext": models.FastText(SENTENCES, bucket=50, **quiet),
        "doc2vec": models.Doc2Vec(tagged, **quiet),
        "dictionary": dictionary,
        "tfidf": models.TfidfModel(bags),
        "lda": models.LdaModel(bags, num_topics=2, id2word=dictionary),
        "lsi": models.LsiModel(bags, num_topics=2, id2word=dictionary),
        "phrases": phrases,
        "phraser": Phraser(phrases),
        "vectors": models.Word2Vec(SENTENCES, **quiet).wv,
        "nmf": models.Nmf(bags, num_topics=2, id2word=dictionary),
        "hdp": models.HdpModel(bags, dictionary),
        "okapi": models.OkapiBM25Model(corpus=bags) if hasattr(models, "OkapiBM25Model") else dictionary,
        "random-projections": models.RpModel(bags, num_topics=2),
        "log-entropy": models.LogEntropyModel(bags),
    }
    for name, each in made.items():
        forms.all("gensim", f"gensim-{name}", each)
        forms.by("gensim", f"gensim-{name}.model", lambda path, each=each: each.save(str(path)))
    forms.by("gensim", "gensim-vectors.txt", lambda p: made["vectors"].save_word2vec_format(str(p)))
    forms.by(
        "gensim", "gensim-vectors.bin", lambda p: made["vectors"].save_word2vec_format(str(p), binary=True)
    )
    forms.by(
        "gensim",
        "gensim-fasttext.bin",
        lambda p: models.fasttext.save_facebook_model(made["fasttext"], str(p)),
    )
    forms.by("gensim", "corpus.mm", lambda p: corpora.MmCorpus.serialize(str(p), bags))
    for path in sorted(forms.folder.glob("gensim-*.model")):
        forms.note(path.read_bytes(), "gensim")


def write_spacy(forms) -> None:
    """A pipeline as a folder, documents, a pipeline as bytes."""
    import spacy
    from spacy.tokens import DocBin
    from spacy.training import Example

    nlp = spacy.blank("en")
    small = {
        "model": {
            "@architectures": "spacy.HashEmbedCNN.v2",
            "pretrained_vectors": None,
            "width": 4,
            "depth": 1,
            "embed_size": 8,
            "window_size": 1,
            "maxout_pieces": 2,
            "subword_features": False,
        }
    }
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("tok2vec", config=small)
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": 4, "upstream": "*"}
    parser = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "ner",
        "extra_state_tokens": False,
        "hidden_width": 8,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": listener,
    }
    words = {
        "@architectures": "spacy.TextCatBOW.v3",
        "exclusive_classes": True,
        "ngram_size": 1,
        "no_output_layer": False,
        "length": 64,
    }
    nlp.add_pipe("ner", config={"model": parser})
    nlp.add_pipe("textcat", config={"model": words})
    nlp.add_pipe("tagger", config={"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": listener}})
    doc = nlp.make_doc("a cat sat")
    example = Example.from_dict(
        doc, {"entities": [(2, 5, "X")], "cats": {"A": 1.0, "B": 0.0}, "tags": ["NN", "NN", "NN"]}
    )
    nlp.initialize(lambda: [example])
    nlp.add_pipe("entity_ruler", before="ner").add_patterns([{"label": "X", "pattern": "cat"}])
    nlp.vocab.set_vector("cat", np.ones(4, "f4"))
    with nlp.select_pipes(enable=["sentencizer"]):
        doc = nlp("a cat sat")
    forms.by("spacy", "spacy-pipeline", nlp.to_disk)
    forms.by("spacy", "train.spacy", lambda p: DocBin(docs=[doc], store_user_data=True).to_disk(p))
    forms.by("spacy", "spacy-doc.bin", doc.to_disk)
    forms.by("spacy", "spacy-vocab", nlp.vocab.to_disk)
    german = spacy.blank("de")
    german.add_pipe("senter") if "senter" in german.factory_names else None
    forms.by("spacy", "spacy-german", german.to_disk)
    import srsly

    forms.by(
        "srsly", "srsly.msgpack", lambda p: srsly.write_msgpack(p, {"a": np.ones(3), "b": ["x"], "c": None})
    )
    forms.by("srsly", "srsly.jsonl.gz", lambda p: srsly.write_gzip_jsonl(p, [{"a": 1}]))
    from thinc.api import Linear, Relu, chain

    network = chain(Relu(3), Linear(2)).initialize(ROWS.astype("f4"), ROWS[:, :2].astype("f4"))
    forms.by("thinc", "thinc.model", network.to_disk)


def write_language(forms) -> None:
    """nltk, tokenizers, sentencepiece, rank-bm25."""
    import nltk
    from nltk.lm import MLE, Laplace
    from nltk.lm.preprocessing import padded_everygram_pipeline
    from nltk.tokenize.punkt import PunktSentenceTokenizer, PunktTrainer

    bayes = nltk.NaiveBayesClassifier.train([({"a": 1}, "x"), ({"a": 2}, "y")] * 3)
    models = []
    for kind in (MLE, Laplace):
        grams, vocabulary = padded_everygram_pipeline(2, SENTENCES)
        model = kind(2)
        model.fit(grams, vocabulary)
        models.append(model)
    tagged = [[(word, "N") for word in each] for each in SENTENCES]
    unigram = nltk.UnigramTagger(tagged)
    trainer = PunktTrainer()
    trainer.train("A cat sat. A dog ran. Dr. Who came.", finalize=True)
    made = {
        "bayes": bayes,
        "frequencies": [
            nltk.FreqDist("aab"),
            nltk.ConditionalFreqDist([("a", "b")]),
            nltk.probability.LaplaceProbDist(nltk.FreqDist("ab")),
        ],
        "models": models,
        "taggers": [unigram, nltk.BigramTagger(tagged, backoff=unigram), nltk.DefaultTagger("N")],
        "punkt": [PunktSentenceTokenizer(trainer.get_params()), trainer.get_params()],
        "stemmers": [nltk.PorterStemmer(), nltk.SnowballStemmer("english"), nltk.LancasterStemmer()],
        "tokenizers": [
            nltk.TreebankWordTokenizer(),
            nltk.RegexpTokenizer(r"\w+"),
            nltk.WhitespaceTokenizer(),
        ],
        "trees": [
            nltk.Tree("S", ["a", nltk.Tree("NP", ["b"])]),
            nltk.CFG.fromstring("S -> 'a'"),
            nltk.DecisionTreeClassifier.train([({"a": 1}, "x"), ({"a": 2}, "y")] * 3, support_cutoff=1),
        ],
        "tagger-perceptron": nltk.MaxentClassifier.train(
            [({"a": 1}, "x"), ({"a": 2}, "y")] * 3, trace=0, max_iter=2
        ),
    }
    for name, each in made.items():
        forms.all("nltk", f"nltk-{name}", each)
    # Stores a compiled pattern of `regex`, which is refused: its names come in, its files are not clean.
    forms.all("nltk", "nltk-patterns", nltk.RegexpTagger([(".*ed$", "VBD")]), kept=False)


def write_tokenizers(forms) -> None:
    """tokenizers, sentencepiece, rank-bm25."""
    import tokenizers
    from tokenizers import models as kinds
    from tokenizers import pre_tokenizers, trainers

    for name, kind, train in (
        ("bpe", kinds.BPE(), trainers.BpeTrainer(vocab_size=60, show_progress=False)),
        (
            "wordpiece",
            kinds.WordPiece(**{"unk_token": "[UNK]"}),
            trainers.WordPieceTrainer(vocab_size=60, special_tokens=["[UNK]"], show_progress=False),
        ),
        ("unigram", kinds.Unigram(), trainers.UnigramTrainer(vocab_size=30, show_progress=False)),
        (
            "words",
            kinds.WordLevel(**{"unk_token": "?"}),
            trainers.WordLevelTrainer(special_tokens=["?"], show_progress=False),
        ),
    ):
        made = tokenizers.Tokenizer(kind)
        made.pre_tokenizer = pre_tokenizers.ByteLevel() if name == "bpe" else pre_tokenizers.Whitespace()
        made.train_from_iterator([" ".join(each) for each in SENTENCES], train)
        forms.all("tokenizers", f"tokenizers-{name}", made)
        forms.by("tokenizers", f"tokenizers-{name}.json", lambda p, made=made: made.save(str(p)))
    forms.all(
        "tokenizers",
        "tokenizers-parts",
        [
            kinds.BPE(),
            pre_tokenizers.ByteLevel(),
            tokenizers.AddedToken("x"),
            tokenizers.normalizers.NFC(),
            tokenizers.decoders.ByteLevel(),
            tokenizers.processors.ByteLevel(),
        ],
    )
    import io

    import sentencepiece

    for kind in ("unigram", "bpe"):
        out = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter([" ".join(each) for each in SENTENCES]),
            model_writer=out,
            vocab_size=20,
            model_type=kind,
            minloglevel=9,
            hard_vocab_limit=False,
        )
        forms.keep("sentencepiece", f"sentencepiece-{kind}.model", out.getvalue())
        processor = sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())
        forms.all("sentencepiece", f"sentencepiece-{kind}", processor)
    import rank_bm25

    forms.all("rank-bm25", "rank-bm25", [rank_bm25.BM25Okapi(SENTENCES), rank_bm25.BM25Plus(SENTENCES)])


def write_statistics(forms) -> None:
    """statsmodels, lifelines, pmdarima, patsy, formulaic."""
    import formulaic
    import lifelines
    import pmdarima
    import statsmodels.api as sm
    import statsmodels.formula.api as smf
    from statsmodels.tsa.api import ARIMA, AutoReg, ExponentialSmoothing

    frame = pd.DataFrame(ROWS, columns=list("abc")).assign(y=NUMBERS, t=np.arange(30) % 2)
    two = (np.median(NUMBERS) < NUMBERS).astype(int)
    made = {
        "ols": sm.OLS(NUMBERS, sm.add_constant(ROWS)).fit(),
        "logit": sm.Logit(two, ROWS).fit(disp=0),
        "glm": sm.GLM(two, ROWS, family=sm.families.Binomial()).fit(),
        "formula": smf.ols("y ~ a + C(t)", frame).fit(),
        "arima": ARIMA(NUMBERS, order=(1, 0, 0)).fit(),
        "smoothing": ExponentialSmoothing(NUMBERS).fit(),
        "autoregression": AutoReg(NUMBERS, 1).fit(),
    }
    for name, each in made.items():
        forms.all("statsmodels", f"statsmodels-{name}", each)
        forms.by("statsmodels", f"statsmodels-{name}.pickle", each.save)
    forms.all("formulaic", "formulaic", formulaic.Formula("y ~ a + b"))
    survived = frame.assign(t=np.arange(1, 31), e=np.arange(30) % 2)
    fitted = [
        lifelines.KaplanMeierFitter().fit(survived["t"], survived["e"]),
        lifelines.CoxPHFitter().fit(survived[["a", "b", "t", "e"]], "t", "e"),
        lifelines.WeibullFitter().fit(survived["t"], survived["e"]),
    ]
    for each in fitted:
        forms.all("lifelines", f"lifelines-{type(each).__name__.lower()}", each)
    forms.all("pmdarima", "pmdarima", pmdarima.ARIMA((1, 0, 0)).fit(NUMBERS))


def write_graphs(forms) -> None:
    """networkx, shapely, astropy and values of other packages."""
    import networkx as nx
    import shapely
    from sortedcontainers import SortedDict, SortedList, SortedSet

    graphs = {
        "graph": nx.path_graph(3),
        "directed": nx.DiGraph([(1, 2), (2, 3)]),
        "multi": nx.MultiGraph([("a", "b"), ("a", "b")]),
        "multi-directed": nx.MultiDiGraph([(1, 2)]),
    }
    for name, graph in graphs.items():
        forms.all("networkx", f"networkx-{name}", graph)
    for name, write in {
        "graph.gexf": nx.write_gexf,
        "graph.graphml": nx.write_graphml,
        "graph.gml": nx.write_gml,
        "graph.adjlist": nx.write_adjlist,
        "graph.edgelist": nx.write_edgelist,
        "graph.g6": nx.write_graph6,
        "graph.net": nx.write_pajek,
    }.items():
        forms.by("networkx", name, lambda p, write=write: write(nx.path_graph(3), p))
    forms.all(
        "shapely",
        "shapely",
        [shapely.Point(1, 2), shapely.box(0, 0, 1, 1), shapely.LineString([(0, 0), (1, 1)])],
    )
    forms.all("sortedcontainers", "sortedcontainers", [SortedDict(a=1), SortedList([2, 1]), SortedSet([1])])
    from astropy import units
    from astropy.io import fits
    from astropy.table import Table

    forms.all("astropy", "astropy-table", Table({"a": [1, 2], "b": ["x", "y"]}))
    forms.all("astropy", "astropy-quantity", [1 * units.m, np.ones(2) * units.km / units.s])
    forms.by("astropy", "image.fits", lambda p: fits.PrimaryHDU(np.ones((2, 2))).writeto(p))
    forms.by("astropy", "table.fits", lambda p: Table({"a": [1, 2], "b": ["x", "y"]}).write(p))


def write_neighbours(forms) -> None:
    """Indexes, factors, streams, trials."""
    import faiss
    import hnswlib
    import optuna
    import river.linear_model
    import river.preprocessing
    import river.tree
    import scipy.sparse
    from implicit.als import AlternatingLeastSquares

    rows = ROWS.astype("f4")
    flat = faiss.IndexFlatL2(3)
    flat.add(rows)
    inverted = faiss.index_factory(3, "IVF2,Flat")
    inverted.train(rows)
    inverted.add(rows)
    graph = faiss.IndexHNSWFlat(3, 4)
    graph.add(rows)
    for name, index in (("flat", flat), ("inverted", inverted), ("graph", graph)):
        forms.by("faiss-cpu", f"{name}.faiss", lambda p, index=index: faiss.write_index(index, str(p)))
    small = hnswlib.Index("l2", 3)
    small.init_index(10)
    small.add_items(rows[:5])
    forms.by("hnswlib", "index.hnsw", lambda p: small.save_index(str(p)))
    factors = AlternatingLeastSquares(2, iterations=1)
    factors.fit(scipy.sparse.csr_matrix((ROWS > 0.5).astype("f4")), show_progress=False)
    forms.all("implicit", "implicit", factors)
    forms.by("implicit", "implicit.npz", lambda p: factors.save(str(p)))
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study()
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=2)
    forms.all("optuna", "optuna-study", study)
    forms.all("optuna", "optuna-trials", study.trials)
    forms.by("optuna", "optuna.db", lambda p: optuna.create_study(storage=f"sqlite:///{p}"))
    streamed = river.linear_model.LogisticRegression()
    streamed.learn_one({"a": 1.0}, True)
    scaled = river.preprocessing.StandardScaler() | streamed
    grown = river.tree.HoeffdingTreeClassifier()
    grown.learn_one({"a": 1.0}, True)
    forms.all("river", "river", [streamed, scaled, grown])

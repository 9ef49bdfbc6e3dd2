"""Trains on rows that were written by ClickHouse, as the product would: python train.py <order.json>.

The order says where the rows are (Float64: part 0, 1 or 2, label, columns), the parameters and how many trees. Answers, as JSON, the seconds
from the rows in memory to the scores of the held-out ones and the processor's, and writes the model's text.
"""

import json
import sys
import time

import lightgbm
import numpy

with open(sys.argv[1]) as file:
    order = json.load(file)
rows = numpy.fromfile(order["rows"], dtype=numpy.float64).reshape(-1, order["columns"] + 2)
parts = [rows[rows[:, 0] == part] for part in (0, 1, 2)]
parameters = {name: value for name, value in order["parameters"].items() if name != "categorical_feature"}
categories = [int(place) for place in order["parameters"].get("categorical_feature", "").split(",") if place != ""]

started, used = time.perf_counter(), time.process_time()
training = lightgbm.Dataset(
    numpy.ascontiguousarray(parts[0][:, 2:]), label=parts[0][:, 1].astype(numpy.float32), params=parameters, categorical_feature=categories
)
validation = training.create_valid(numpy.ascontiguousarray(parts[1][:, 2:]), label=parts[1][:, 1].astype(numpy.float32))
stopping = lightgbm.early_stopping(order["patience"], verbose=False)
booster = lightgbm.train(
    parameters, training, num_boost_round=order["trees"], valid_sets=[training, validation], valid_names=["training", "validation"], callbacks=[stopping]
)
booster.predict(numpy.ascontiguousarray(parts[2][:, 2:]), num_iteration=booster.best_iteration)
seconds, used = time.perf_counter() - started, time.process_time() - used

with open(order["model"], "w") as file:
    file.write(booster.model_to_string(num_iteration=booster.best_iteration))
print(json.dumps({"seconds": seconds, "used": used}))

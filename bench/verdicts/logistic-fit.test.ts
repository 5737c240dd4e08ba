import { expect, it } from "vitest";
import { seededRandom } from "../../core/testdata/render/random.ts";
import { fitLogistic, type Observation, predict } from "./logistic-fit.ts";

it("finds the weights that observations were made with", () => {
  const random = seededRandom("logistic");
  const truth = { bias: 1, features: [2, -1] };
  const observations = Array.from({ length: 20_000 }, (): Observation => {
    const features = [4 * random.next() - 2, 4 * random.next() - 2];
    return { features, isRight: random.next() < predict(truth, features), weight: 1 };
  });
  const { bias, features } = fitLogistic(observations);
  expect(bias).toBeCloseTo(1, 0);
  expect(features[0]).toBeCloseTo(2, 0);
  expect(features[1]).toBeCloseTo(-1, 0);
});

it("counts an observation as often as its weight says", () => {
  const observe = (isRight: boolean, weight: number): Observation => ({ features: [], isRight, weight });
  const weights = fitLogistic([observe(true, 9), observe(false, 1)]);
  expect(predict(weights, [])).toBeCloseTo(0.9);
});

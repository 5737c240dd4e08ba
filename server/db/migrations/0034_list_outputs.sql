-- Lists of minterms were stored as F(…) = Σm(…): now F is a name that a person gives.
UPDATE `answer_keys` SET `expression` = 'OUT' || substr(`expression`, 2) WHERE `expression` LIKE 'F(%';

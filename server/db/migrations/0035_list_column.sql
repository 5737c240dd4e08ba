ALTER TABLE `answer_keys` ADD `minterms` text;--> statement-breakpoint
-- Lists of minterms were stored as expressions: completeLists in migrate.ts makes those.
UPDATE `answer_keys` SET `minterms` = `expression`, `expression` = '' WHERE `expression` LIKE '% = Σm(%';

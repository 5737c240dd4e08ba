-- What was read before there was anything else that the page may show: it counts, and is read again while nothing else waits.
UPDATE readings SET key = 'older-alone' WHERE key = 'older' AND submission_id IN (
	SELECT submission_id FROM analyses WHERE NOT edited AND basis = 'older' AND reading IS NULL
);
--> statement-breakpoint
UPDATE analyses SET basis = 'older-alone', reading = 'older-alone' WHERE NOT edited AND basis = 'older' AND reading IS NULL;
--> statement-breakpoint
UPDATE analyses SET chosen = json_remove(chosen, '$.pushed') WHERE chosen IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `analyses` DROP COLUMN `edited`;

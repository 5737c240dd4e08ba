ALTER TABLE `analyses` ADD `read_threshold` integer;--> statement-breakpoint
UPDATE `analyses` SET `read_threshold` = `threshold`;
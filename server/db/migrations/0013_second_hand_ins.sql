ALTER TABLE `submissions` ADD `rival_id` text REFERENCES submissions(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `from_elsewhere` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_by_rival` ON `submissions` (`rival_id`);--> statement-breakpoint
ALTER TABLE `tasks` ADD `allow_replacements` integer DEFAULT true NOT NULL;
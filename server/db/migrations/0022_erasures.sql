CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rewritten_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`task_id` text NOT NULL,
	`sha256` text NOT NULL,
	`rewritten_as` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rewritten_files_by_task` ON `rewritten_files` (`task_id`);--> statement-breakpoint
ALTER TABLE `tasks` ADD `removal_told_for` integer;--> statement-breakpoint
ALTER TABLE `tasks` ADD `removal_told_at` integer;
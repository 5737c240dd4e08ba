CREATE TABLE `live_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`process_id` text NOT NULL,
	`user_id` text NOT NULL,
	`event` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `live_events_by_time` ON `live_events` (`sent_at`);--> statement-breakpoint
CREATE TABLE `processes` (
	`id` text PRIMARY KEY NOT NULL,
	`folder_id` text NOT NULL,
	`settings` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_windows` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `shared_secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `process_id` text;--> statement-breakpoint
ALTER TABLE `jobs` DROP COLUMN `lease_until`;--> statement-breakpoint
ALTER TABLE `stack_pages` ADD `process_id` text;
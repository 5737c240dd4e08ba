CREATE TABLE `page_looks` (
	`analysis_id` text PRIMARY KEY NOT NULL,
	`looks` text NOT NULL,
	FOREIGN KEY (`analysis_id`) REFERENCES `analyses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `analyses` ADD `confidence` real;--> statement-breakpoint
ALTER TABLE `analyses` ADD `chosen` text;--> statement-breakpoint
ALTER TABLE `tasks` ADD `certainty` real DEFAULT 98 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `certainty` real;
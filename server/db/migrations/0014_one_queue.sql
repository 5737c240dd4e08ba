CREATE TABLE `__new_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`submission_id` text,
	`stack_id` text,
	`payload` text DEFAULT '{}' NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`process_id` text,
	`run_after` integer NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stack_id`) REFERENCES `stacks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_jobs`("id", "kind", "submission_id", "payload", "state", "tries", "process_id", "run_after", "error", "created_at") SELECT "id", "kind", "submission_id", "payload", "state", "tries", "process_id", "run_after", "error", "created_at" FROM `jobs`;--> statement-breakpoint
DROP TABLE `jobs`;--> statement-breakpoint
ALTER TABLE `__new_jobs` RENAME TO `jobs`;--> statement-breakpoint
CREATE INDEX `jobs_to_run` ON `jobs` (`state`,`run_after`);--> statement-breakpoint
CREATE INDEX `jobs_by_submission` ON `jobs` (`submission_id`);--> statement-breakpoint
CREATE INDEX `jobs_by_stack` ON `jobs` (`stack_id`);--> statement-breakpoint
ALTER TABLE `stack_pages` DROP COLUMN `tries`;
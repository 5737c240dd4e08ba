CREATE TABLE `grade_batch_entries` (
	`batch_id` text NOT NULL,
	`submission_id` text NOT NULL,
	`previous_graded` integer NOT NULL,
	`previous_grade` integer,
	`previous_comment` text,
	`graded` integer NOT NULL,
	`total_grade` integer,
	`comment` text,
	PRIMARY KEY(`batch_id`, `submission_id`),
	FOREIGN KEY (`batch_id`) REFERENCES `grade_batches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `grade_batch_entries_by_submission` ON `grade_batch_entries` (`submission_id`);--> statement-breakpoint
CREATE TABLE `grade_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `grade_batches_by_task` ON `grade_batches` (`task_id`);
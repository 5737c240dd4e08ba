CREATE TABLE `regrade_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer,
	`answered_by` text,
	`grade_before` integer,
	`grade_after` integer,
	`answer` text,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `regrade_requests_by_submission` ON `regrade_requests` (`submission_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `open_regrade_requests` ON `regrade_requests` (`submission_id`) WHERE answered_at is null;--> statement-breakpoint
ALTER TABLE `submissions` ADD `released_at` integer;--> statement-breakpoint
ALTER TABLE `submissions` ADD `link_id` text;--> statement-breakpoint
CREATE INDEX `submissions_by_link` ON `submissions` (`link_id`);--> statement-breakpoint
UPDATE `submissions` SET `link_id` = `id` WHERE `uploaded_by` = 'student';

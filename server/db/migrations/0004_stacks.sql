CREATE TABLE `stack_pages` (
	`id` text PRIMARY KEY NOT NULL,
	`stack_id` text NOT NULL,
	`position` integer NOT NULL,
	`filename` text NOT NULL,
	`mimetype` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`page` integer NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`student_id` text,
	`item` integer,
	`reasons` text DEFAULT '[]' NOT NULL,
	`submission_id` text,
	`settled_by_person` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`stack_id`) REFERENCES `stacks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `stack_pages_by_stack` ON `stack_pages` (`stack_id`,`position`);--> statement-breakpoint
CREATE INDEX `stack_pages_to_sort` ON `stack_pages` (`state`);--> statement-breakpoint
CREATE INDEX `stack_pages_by_content` ON `stack_pages` (`sha256`);--> statement-breakpoint
CREATE INDEX `stack_pages_by_submission` ON `stack_pages` (`submission_id`);--> statement-breakpoint
CREATE TABLE `stacks` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`filename` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stacks_by_task` ON `stacks` (`task_id`);--> statement-breakpoint
CREATE TABLE `student_names` (
	`class_id` text NOT NULL,
	`student_id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`class_id`, `student_id`),
	FOREIGN KEY (`class_id`) REFERENCES `classes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `submissions` ADD `turn` integer DEFAULT 0 NOT NULL;
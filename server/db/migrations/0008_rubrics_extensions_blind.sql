CREATE TABLE `extensions` (
	`task_id` text NOT NULL,
	`student_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_for` integer,
	PRIMARY KEY(`task_id`, `student_id`),
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `answer_items` ADD `rubric` text;--> statement-breakpoint
ALTER TABLE `tasks` ADD `hide_names` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tasks` ADD `random_order` integer DEFAULT false NOT NULL;
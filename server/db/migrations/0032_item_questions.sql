CREATE TABLE `question_pictures` (
	`task_id` text NOT NULL,
	`id` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`task_id`, `id`),
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `answer_items` ADD `question` text;
CREATE TABLE `class_members` (
	`class_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`slots` text,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`class_id`, `user_id`),
	FOREIGN KEY (`class_id`) REFERENCES `classes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `class_members_by_user` ON `class_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `task_graders` (
	`task_id` text NOT NULL,
	`user_id` text NOT NULL,
	`assignment` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`task_id`, `user_id`),
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `task_graders_by_user` ON `task_graders` (`user_id`);--> statement-breakpoint
ALTER TABLE `enrolments` ADD `place` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `enrolments` SET `place` = (SELECT count(*) FROM `enrolments` AS `others` WHERE `others`.`class_id` = `enrolments`.`class_id` AND `others`.`student_id` < `enrolments`.`student_id`);

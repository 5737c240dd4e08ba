CREATE TABLE `analyses` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`state` text NOT NULL,
	`error` text,
	`threshold` integer,
	`width` integer DEFAULT 0 NOT NULL,
	`height` integer DEFAULT 0 NOT NULL,
	`inputs` text DEFAULT '[]' NOT NULL,
	`outputs` text DEFAULT '[]' NOT NULL,
	`problems` text DEFAULT '[]' NOT NULL,
	`wires` text DEFAULT '[]' NOT NULL,
	`netlist` text,
	`edited` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `analyses_submissionId_unique` ON `analyses` (`submission_id`);--> statement-breakpoint
CREATE TABLE `answer_items` (
	`task_id` text NOT NULL,
	`item` integer NOT NULL,
	PRIMARY KEY(`task_id`, `item`),
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `answer_keys` (
	`task_id` text NOT NULL,
	`item` integer NOT NULL,
	`position` integer NOT NULL,
	`expression` text NOT NULL,
	`grade` integer NOT NULL,
	PRIMARY KEY(`task_id`, `item`, `position`),
	FOREIGN KEY (`task_id`,`item`) REFERENCES `answer_items`(`task_id`,`item`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `classes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code` text NOT NULL,
	`group` integer NOT NULL,
	`schedule` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `classes_by_group` ON `classes` (`user_id`,`code`,`group`);--> statement-breakpoint
CREATE TABLE `email_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`purpose` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_tokens_by_user` ON `email_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `enrolments` (
	`class_id` text NOT NULL,
	`student_id` text NOT NULL,
	PRIMARY KEY(`class_id`, `student_id`),
	FOREIGN KEY (`class_id`) REFERENCES `classes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `grade_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`submission_id` text NOT NULL,
	`changed_by` text NOT NULL,
	`previous_grade` integer,
	`total_grade` integer,
	`comment` text,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `grade_log_by_submission` ON `grade_log` (`submission_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`submission_id` text NOT NULL,
	`payload` text DEFAULT '{}' NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`run_after` integer NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `jobs_to_run` ON `jobs` (`state`,`run_after`);--> statement-breakpoint
CREATE INDEX `jobs_by_submission` ON `jobs` (`submission_id`);--> statement-breakpoint
CREATE TABLE `notification_filters` (
	`user_id` text PRIMARY KEY NOT NULL,
	`types` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`task_id` text NOT NULL,
	`type` text NOT NULL,
	`message` text NOT NULL,
	`is_read` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notifications_by_user` ON `notifications` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `predictions` (
	`id` text PRIMARY KEY NOT NULL,
	`analysis_id` text NOT NULL,
	`object_id` integer NOT NULL,
	`class_name` text NOT NULL,
	`label` text NOT NULL,
	`x` real NOT NULL,
	`y` real NOT NULL,
	`width` real NOT NULL,
	`height` real NOT NULL,
	`confidence` real NOT NULL,
	`source` text NOT NULL,
	FOREIGN KEY (`analysis_id`) REFERENCES `analyses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `predictions_by_analysis` ON `predictions` (`analysis_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`remember` integer NOT NULL,
	`password_validated_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`student_id` text NOT NULL,
	`item` integer NOT NULL,
	`filename` text NOT NULL,
	`mimetype` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`page` integer NOT NULL,
	`uploaded_by` text NOT NULL,
	`received_at` integer NOT NULL,
	`counts` integer NOT NULL,
	`graded` integer DEFAULT false NOT NULL,
	`total_grade` integer,
	`comment` text,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `submissions_by_task` ON `submissions` (`task_id`);--> statement-breakpoint
CREATE INDEX `submissions_by_content` ON `submissions` (`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_that_count` ON `submissions` (`task_id`,`student_id`,`item`) WHERE counts = 1;--> statement-breakpoint
CREATE TABLE `tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`class_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`exam_type` text NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`due_notified_for` integer,
	`completed_notified` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`class_id`) REFERENCES `classes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tasks_by_user` ON `tasks` (`user_id`);--> statement-breakpoint
CREATE INDEX `tasks_by_class` ON `tasks` (`class_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`verified_at` integer,
	`contact_number` text,
	`recovery_email` text,
	`profile_image_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_profileImageId_unique` ON `users` (`profile_image_id`);
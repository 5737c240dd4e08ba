CREATE TABLE `access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`scope` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_tokenHash_unique` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_by_user` ON `access_tokens` (`user_id`);--> statement-breakpoint
ALTER TABLE `analyses` ADD `model` text;--> statement-breakpoint
ALTER TABLE `analyses` ADD `program` text;--> statement-breakpoint
ALTER TABLE `grade_batches` ADD `manifest` text;--> statement-breakpoint
ALTER TABLE `grade_log` ADD `pushed` integer DEFAULT false NOT NULL;
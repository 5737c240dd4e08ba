ALTER TABLE `notifications` ADD `student_id` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `items` text;
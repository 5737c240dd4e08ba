ALTER TABLE `email_tokens` ADD `password_hash` text;--> statement-breakpoint
UPDATE `email_tokens` SET `password_hash` = (SELECT `password_hash` FROM `users` WHERE `id` = `user_id`)
  WHERE `purpose` = 'verify-email';

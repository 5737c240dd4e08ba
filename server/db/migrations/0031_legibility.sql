ALTER TABLE `analyses` ADD `legibility` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `legibility_seen_at` integer;--> statement-breakpoint
ALTER TABLE `tasks` ADD `show_legibility` integer DEFAULT true NOT NULL;
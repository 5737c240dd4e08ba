ALTER TABLE `submissions` ADD `own_paper` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tasks` ADD `own_paper` integer DEFAULT false NOT NULL;